"""A few shapes of SVG, in colours that can be read on a light and on a dark page: the background is the page's own."""

import math
from html import escape

STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #6e7781 }
  .title { font-weight: 600; font-size: 15px }
  .heading { font-weight: 600 }
  .ours { fill: #2da44e; font-weight: 600 }
  .small { font-size: 11px }
  .bar { fill: #8c959f; fill-opacity: 0.75 } .bar-ours { fill: #2da44e }
  .grid { stroke: #8c959f; stroke-opacity: 0.35 }
  .guide { stroke: #8c959f; stroke-dasharray: 4 4 } .line { stroke-width: 2 }
  .green { fill: #2da44e; stroke: #2da44e } .blue { fill: #4493f8; stroke: #4493f8 }
  .orange { fill: #db6d28; stroke: #db6d28 }
  @media (prefers-color-scheme: light) { text { fill: #424a53 } .ours { fill: #1a7f37 } }
  @media (prefers-color-scheme: dark) { text { fill: #b1bac4 } .ours { fill: #56d364 } }
"""


class Canvas:
    def __init__(self, width, title):
        self.width, self.title, self.shapes = width, title, []

    def text(self, x, y, words, kind="", anchor="start"):
        kind = f' class="{kind}"' if kind else ""
        self.shapes.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>')

    def bar(self, x, y, width, height, kind):
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}"'
        self.shapes.append(f'<rect {place} rx="2" class="{kind}"/>')

    def line(self, x1, y1, x2, y2, kind):
        self.shapes.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')

    def dot(self, x, y, kind):
        self.shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{kind}"/>')

    def finish(self, height):
        box = f'width="{self.width}" height="{height}" viewBox="0 0 {self.width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">\n<title>{escape(self.title)}</title>'
        return "\n".join([head, f"<style>{STYLE}</style>", *self.shapes, "</svg>"])


class Scale:
    """Logarithmic: `low` lies at `begin` and `high` at `end`; both are widened to powers of ten."""

    def __init__(self, low, high, begin, end):
        self.low, self.high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        self.begin, self.end = begin, end

    def at(self, value):
        return self.begin + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    @property
    def ticks(self):
        return [10.0**power for power in range(self.low, self.high + 1)]
