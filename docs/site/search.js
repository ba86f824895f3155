// Finds the words of the search box in searchIndex, which search-index.js defines.
const box = document.getElementById("search");
const list = document.getElementById("results");
const root = document.body.dataset.root;
const most = 12;

function score(entry, words) {
  const title = entry.title.toLowerCase();
  const heading = entry.heading.toLowerCase();
  const text = entry.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const found = (title.includes(word) ? 8 : 0) + (heading.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

function excerpt(text, word) {
  const plain = text.replace(/\s+/g, " ");
  const at = Math.max(0, plain.toLowerCase().indexOf(word));
  const begin = Math.max(0, at - 40);
  return (begin ? "…" : "") + plain.slice(begin, begin + 120) + "…";
}

function show() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length
    ? searchIndex.map((entry) => [score(entry, words), entry]).filter(([points]) => points > 0)
    : [];
  found.sort((a, b) => b[0] - a[0]);
  list.replaceChildren(...found.slice(0, most).map(([, entry]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const about = document.createElement("small");
    link.href = root + entry.path;
    link.textContent = entry.heading ? entry.title + " › " + entry.heading : entry.title;
    about.textContent = excerpt(entry.text, words[0]);
    link.append(about);
    item.append(link);
    return item;
  }));
  if (words.length && !found.length) {
    const item = document.createElement("li");
    item.textContent = "Nothing found";
    list.replaceChildren(item);
  }
  list.hidden = !words.length;
}

function move(step) {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (at + step < 0) box.focus();
  else links[Math.min(at + step, links.length - 1)]?.focus();
}

box.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  } else if (event.key === "Escape") {
    box.value = "";
    show();
  } else if (!list.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && document.activeElement === box) {
    list.querySelector("a")?.click();
  }
});

const here = document.querySelector("nav [aria-current]");
if (here) here.closest("nav").scrollTop = here.offsetTop - 200;
