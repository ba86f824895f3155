"""A repository whose names and texts try to be more than text in every format of report."""

import os

MARKUP = "`</code></pre><script>window.hostile = 1</script><img src=x onerror=window.hostile=1>"
LINK = "](https://hostile.example) ![x](y) <https://hostile.example> www.hostile.example @someone"
COMMAND = "::error file=x,line=1::hostile%0A::warning::hostile%25"
TABLE = "| a | b |\n| - | - |\n```\n~~~\n# heading\n- list\n</details>\n&amp; &lt; ]]> <!-- -->"
TERMINAL = "\x1b[31mred\x1b[0m\x07 \u202egnirts\u202c \u2028 \ufeff"

PROJECT = """\
[project]
name = "hostile"
dependencies = ["inspect_ai"]

[tool.inspect-evals-lint]
preset = "multi-eval"
select = ["IEFS006", "IECQ001", "IECQ004", "IEBP003", "IEBP005", "IEBP007", "IESC001", "IESC002"]

[tool.inspect-evals-lint.allowlists]
sandbox_privileges = { plain = ["]] <script>window.hostile = 1</script> `x` ](y)"] }
"""


def quoted(text):
    """As a YAML string, with escapes for what YAML does not take raw."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(escapes.get(c) or (c if c.isprintable() else f"\\u{ord(c):04x}") for c in text) + '"'


def compose():
    lines = ["services:"]
    for text in (MARKUP, LINK, COMMAND, TABLE, TERMINAL):
        lines += [f"  {quoted(text)}:", f"    image: {quoted(text)}", "    privileged: true"]
        lines += [f"    cap_add: [{quoted(text)}]"]
    return "\n".join(lines) + "\n"


def program():
    return "\n".join(
        [
            "# é😀 " + MARKUP,
            "from inspect_ai._util import x  # inspect-evals-lint: ignore[IECQ001] -- " + LINK,
            f"a = 'é😀'; row = Sample(input={MARKUP!r})  # {COMMAND}",
            "@tool",
            "def run():",
            "    async def execute(wort: str):",
            f"        'é😀'; eval(wort + {LINK!r})",
            "    return execute",
            "",
        ]
    )


FILES = {
    "pyproject.toml": PROJECT,
    "src/plain/__init__.py": "",
    "src/plain/README.md": "TODO: " + MARKUP + LINK + TERMINAL + "\n",
    "src/plain/compose.yaml": compose(),
    "src/plain/plain.py": program(),
    "src/plain/long.py": "x = '" + "é😀" * 200 + "'; row = Sample(input='" + "é😀" * 200 + "')\n",
    "src/plain/`<script>window.hostile=1<\\script>](x) %0A::error::,|\n# head\x1b[31m.py": program(),
    "src/plain/sub/Dockerfile": "FROM " + MARKUP.replace(" ", "_") + "\nRUN pip install '" + LINK + "'\n",
    b"src/plain/not-utf8-\xff\xc0.py": program(),
    "src/plain/bytes.py": b"x = '\xff\xfe'\nSample(input=1)\n",
    "src/`<i>|](x)::error::/__init__.py": "",
    "src/`<i>|](x)::error::/README.md": "TODO: ```\n",
}


def write(root):
    for name, content in FILES.items():
        path = os.path.join(os.fsencode(root), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode())
