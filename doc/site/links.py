"""links.py SITE - every link and picture of a site leads to a file that is there,
and its anchor to a name on that page

SPDX-License-Identifier: Apache-2.0
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page and the names it can be entered by."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.links = []
        self.names = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.names.update(attrs[key] for key in ("id", "name") if attrs.get(key))
        # what a page loads has to come with it; what it cites may be anywhere
        self.links.extend((attrs[key], tag != "a")
                          for key in ("href", "src") if attrs.get(key))


def broken(site):
    """Yields (page, link, why) for each link that leads nowhere."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        # what doxygen makes of the headers it checks itself
        if "reference" in path.relative_to(site).parts or path.name == "404.html":
            continue
        for link, loaded in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if loaded and parts.scheme != "data":
                    yield path, link, "loaded from another site"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield path, link, "no such file"
            elif parts.fragment and target in pages \
                    and unquote(parts.fragment) not in pages[target].names:
                yield path, link, "no such heading"


def main():
    site = Path(sys.argv[1]).resolve()
    wrong = list(broken(site))
    for path, link, why in wrong:
        print(f"FAIL: {path.relative_to(site)}: {link}: {why}", file=sys.stderr)
    count = sum(1 for _ in site.rglob("*.html"))
    print(f"{count} pages, {len(wrong)} broken links")
    return 1 if wrong or count < 50 else 0


sys.exit(main())
