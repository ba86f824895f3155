"use strict";

const form = document.getElementById("filters");
const entries = [...document.querySelectorAll(".entry")].map((element) => ({
  element,
  package: element.parentElement.dataset.package,
  text: element.textContent.toLowerCase(),
  ...element.dataset,
}));

function field(name) {
  return document.getElementById(name);
}

function filter() {
  const wanted = {};
  for (const name of ["package", "category", "rule"]) wanted[name] = field(name).value;
  const words = field("text").value.toLowerCase().split(/\s+/);
  const statuses = new Set([...form.querySelectorAll("[name=status]:checked")].map((box) => box.value));
  const packages = new Set();
  let shown = 0;
  for (const entry of entries) {
    const matches =
      statuses.has(entry.status) &&
      Object.keys(wanted).every((name) => !wanted[name] || entry[name] === wanted[name]) &&
      words.every((word) => entry.text.includes(word));
    entry.element.hidden = !matches;
    if (matches) {
      shown++;
      packages.add(entry.package);
    }
  }
  const narrowed = wanted.category || wanted.rule || words.some(Boolean);
  for (const section of document.querySelectorAll(".package")) {
    const other = wanted.package && section.dataset.package !== wanted.package;
    section.hidden = other || (!packages.has(section.dataset.package) && Boolean(narrowed));
  }
  field("nothing").hidden = shown > 0;
  field("shown").textContent = `${shown} of ${entries.length} shown`;
}

function reset() {
  form.reset();
  filter();
}

/* A cell of the scores shows everything behind its number. */
function showCell(cell) {
  form.reset();
  field("package").value = cell.dataset.package;
  field("category").value = cell.dataset.category;
  filter();
}

form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
field("clear").addEventListener("click", reset);
for (const cell of document.querySelectorAll("td a")) cell.addEventListener("click", () => showCell(cell));
for (const link of document.querySelectorAll("th a")) link.addEventListener("click", reset);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, select")) return;
  event.preventDefault();
  field("text").focus();
});
filter();
