#!/usr/bin/env python3
"""Makes the pages of docs/ into a C table: gen_pages.py FINDINGS_FOLDER ERRORS_FOLDER > pages.gen.c

README.md of a folder is for those who write pages, and no page.
"""
import sys
from pathlib import Path


def quoted(line):
    """a C string for a line of UTF-8 text; octal escapes can't run into what follows them"""
    out = ""
    for byte in line.encode():
        char = chr(byte)
        out += "\\" + char if char in '"\\' else char if 32 <= byte < 127 and char != "?" else f"\\{byte:03o}"
    return f'"{out}"'


def main():
    print('/* Made by gen_pages.py from docs/. */\n#include "cli/pages/pages.h"\n')
    print("const struct cld_page cld_pages[] = {")
    for folder, kind in zip(sys.argv[1:3], ("CLD_PAGE_FINDING", "CLD_PAGE_ERROR")):
        for page in sorted(Path(folder).glob("*.md")):
            if page.name == "README.md":
                continue
            print(f'    {{{kind}, "{page.stem}",')
            for line in page.read_text(encoding="utf-8").split("\n"):
                print(f"     {quoted(line)[:-1]}\\n\"")
            print("    },")
    print("    {CLD_PAGE_FINDING, NULL, NULL}};")


main()
