#!/usr/bin/env python3
# draw.py - a drawing of a mechanism, a circuit or a loop of control, from a short description:
#     draw.py drawing.txt ...             writes drawing.svg beside each
#     draw.py --labels drawing.txt ...    prints their labels, each after its file
# SPDX-License-Identifier: Apache-2.0
#
# A description has a command per line, points as x,y in squares of the page, y upwards, and
# options as name=value. Labels are written as in the formulas of the page: x1 and v_c get an
# index, names of Greek letters become the letters. `size W H` comes first; the commands are the
# functions under "what can be drawn".
import math
import re
import sys
from xml.sax.saxutils import escape

UNIT = 40                                   # pixels per square
INK, BODY, FILL = '#222222', '#1f5fa8', '#dce8f5'
FORCE, GREY = '#c8392b', '#6a6a6a'
COLORS = {'black': INK, 'blue': BODY, 'light': FILL, 'red': FORCE, 'pink': '#f4d9d6',
          'grey': GREY, 'pale': '#eeeeee', 'mesh': '#8fb0d6', 'white': 'white'}
GREEK = dict(zip(
    'alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi '
    'psi omega Gamma Delta Theta Phi Psi Omega Sigma'.split(), 'αβγδεζηθκλμνξρστφψωΓΔΘΦΨΩΣ'))


class Wrong(Exception):
    """What is wrong with a description."""


# ---- labels ---------------------------------------------------------------------------------

WORD = r"([A-Za-z]+)(?:_([A-Za-z0-9]+)|(\d+))?('*)(?:\^(\d))?"


def letters(m):
    """A word as SVG: variables slanted, words upright; index, primes, power."""
    name, index, prime, power = m[1], m[2] or m[3], m[4], m[5]
    slanted = name in GREEK or len(name) < 3
    name = GREEK.get(name, name)
    out = '<tspan font-style="italic">%s</tspan>' % name if slanted else name
    for small, up in ((index, 4), (power, -6)):
        if small:
            out += '<tspan dy="%d" font-size="75%%">%s</tspan><tspan dy="%d">\u200b</tspan>' % (
                up, small, -up)
    return out + '′' * len(prime)


def marked(label):
    """A label as SVG."""
    out, end = '', 0
    for m in re.finditer(WORD, label):
        out += escape(label[end:m.start()].replace('-', '−')) + letters(m)
        end = m.end()
    return out + escape(label[end:].replace('-', '−'))


# ---- the page -------------------------------------------------------------------------------

class Page:
    """Collects elements; points are in squares, y upwards."""

    def __init__(self):
        self.size = None
        self.out = []
        self.labels = []

    def xy(self, p):
        return '%.1f %.1f' % (UNIT * p[0], UNIT * (self.size[1] - p[1]))

    def path(self, pieces, stroke=INK, fill='none', width=2, dash=None):
        """pieces: lists of points; one that ends with None is closed."""
        d = ''
        for points in pieces:
            closed = points[-1] is None
            points = points[:-1] if closed else points
            d += 'M' + 'L'.join(self.xy(p) for p in points) + ('Z' if closed else '')
        self.out.append('<path d="%s" stroke="%s" fill="%s" stroke-width="%g"%s/>' % (
            d, stroke, fill, width, ' stroke-dasharray="%s"' % dash if dash else ''))

    def circle(self, c, r, stroke=INK, fill='none', width=2):
        x, y = self.xy(c).split()
        self.out.append('<circle cx="%s" cy="%s" r="%.1f" stroke="%s" fill="%s" '
                        'stroke-width="%g"/>' % (x, y, UNIT * r, stroke, fill, width))

    def text(self, p, label, direction=(0, 0), color=INK):
        """A label at p, or beside it where the direction points."""
        if not label:
            return
        self.labels.append(label)
        x, y = UNIT * p[0], UNIT * (self.size[1] - p[1])
        anchor = 'middle' if abs(direction[0]) < 0.4 else 'start' if direction[0] > 0 else 'end'
        y += 6 - 8 * direction[1] if abs(direction[1]) > 0.4 else 6
        self.out.append('<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>' % (
            x, y, anchor, color, marked(label)))

    def svg(self):
        w, h = (UNIT * s for s in self.size)
        return ('<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" '
                'viewBox="0 0 %g %g" font-family="DejaVu Sans, Verdana, sans-serif" '
                'font-size="17" stroke-linejoin="round" stroke-linecap="round">\n'
                '<rect width="%g" height="%g" fill="white"/>\n' % (w, h, w, h, w, h)
                + '\n'.join(self.out)
                + '\n</svg>\n')


class Frame:
    """Coordinates along a line from a to b (u from 0 to .length) and to its left (v)."""

    def __init__(self, a, b):
        self.a = a
        self.length = math.hypot(b[0] - a[0], b[1] - a[1])
        if not self.length:
            raise Wrong('two points are the same')
        self.t = ((b[0] - a[0]) / self.length, (b[1] - a[1]) / self.length)
        self.n = (-self.t[1], self.t[0])

    def at(self, u, v=0):
        return (self.a[0] + u * self.t[0] + v * self.n[0],
                self.a[1] + u * self.t[1] + v * self.n[1])

    def line(self, *uv):
        return [None if p is None else self.at(*p) for p in uv]


def turned(c, x, y, degrees):
    s, k = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return (c[0] + k * x - s * y, c[1] + s * x + k * y)


def arc(c, rx, ry, start, end, angle=0):
    """Points on an ellipse about c, from start to end in degrees."""
    n = max(8, int(abs(end - start) / 4))
    steps = [math.radians(start + (end - start) * i / n) for i in range(n + 1)]
    return [turned(c, rx * math.cos(s), ry * math.sin(s), angle) for s in steps]


def smooth(points, n=12):
    """A curve through the points (Catmull & Rom 1974)."""
    q = [points[0]] + points + [points[-1]]
    out = []
    for i in range(1, len(q) - 2):
        for k in range(n):
            t = k / n
            w = ((-t + 2 * t**2 - t**3) / 2, (2 - 5 * t**2 + 3 * t**3) / 2,
                 (t + 4 * t**2 - 3 * t**3) / 2, (t**3 - t**2) / 2)
            out.append(tuple(sum(w[j] * q[i - 1 + j][m] for j in range(4)) for m in (0, 1)))
    return out + [points[-1]]


def tip(page, p, t, color):
    """The head of an arrow that ends at p with the direction t."""
    f = Frame(p, (p[0] + t[0], p[1] + t[1]))
    page.path([f.line((0, 0), (-0.28, 0.1), (-0.28, -0.1), None)], color, color, 1)


def beside(page, f, label, o, away, color=INK):
    """The label of what lies along a frame: left of it, or side=right; at=0..1 along."""
    s = -1 if o.get('side') == 'right' else 1
    p = f.at(f.length * float(o.get('at', 0.5)), s * (away + 0.12))
    page.text(p, label, (s * f.n[0], s * f.n[1]), color)


# ---- what can be drawn: bodies and their surroundings ------------------------------------------

def ground(page, o, a, b, label=None):
    """A wall or floor from a to b, hatched on its right."""
    f = Frame(a, b)
    n = max(1, round(f.length / 0.25))
    page.path([f.line((f.length * (i + 1) / n, 0), (f.length * i / n, -0.2)) for i in range(n)],
              GREY, width=1)
    page.path([[a, b]], INK, width=2.5)
    beside(page, f, label, o, 0.25 if o.get('side') == 'right' else 0.05)


def box(page, o, c, w, h, label=None):
    """A block of width w and height h about c, turned by angle=."""
    corners = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
    angle = float(o.get('angle', 0))
    page.path([[turned(c, x, y, angle) for x, y in corners] + [None]], BODY,
              o.get('fill', FILL))
    page.text(c, label)


def ball(page, o, c, r, label=None):
    """A ball; centre=yes marks its middle."""
    page.circle(c, r, BODY, o.get('fill', FILL))
    if o.get('centre'):
        page.circle(c, 0.06, BODY, BODY)
    page.text((c[0], c[1] + (0.35 if o.get('centre') else 0)), label)


def ellipse(page, o, c, rx, ry, label=None):
    """An ellipse with half-axes rx, ry, turned by angle=, from= to= degrees."""
    a, b = float(o.get('from', 0)), float(o.get('to', 360))
    points = arc(c, rx, ry, a, b, float(o.get('angle', 0)))
    page.path([points[:-1] + [None] if b - a == 360 else points], o.get('color', BODY),
              o.get('fill', FILL if b - a == 360 else 'none'))
    page.text(c, label)


def shape(page, o, *points):
    """A body with the given corners."""
    page.path([list(points) + [None]], o.get('color', BODY), o.get('fill', FILL))


def blob(page, o, *points):
    """A body with a smooth outline through the points."""
    ring = list(points[-2:]) + list(points) + list(points[:2])
    page.path([smooth(ring)[24:-13] + [None]], BODY, o.get('fill', FILL))


def rod(page, o, a, b, label=None):
    """A thin body from a to b."""
    page.path([[a, b]], BODY, width=5)
    beside(page, Frame(a, b), label, o, 0.1)


def hinge(page, o, p, label=None):
    """A joint that turns."""
    page.circle(p, 0.13, INK, 'white')
    page.text((p[0] + 0.25, p[1] + 0.1), label, (1, 0))


def pin(page, o, p, label=None):
    """A joint that turns, on the ground below; angle=180 for one that hangs."""
    angle = float(o.get('angle', 0))
    page.path([[p, turned(p, -0.3, -0.5, angle), turned(p, 0.3, -0.5, angle), None]], INK, 'white')
    ground(page, {}, turned(p, -0.5, -0.5, angle), turned(p, 0.5, -0.5, angle))
    hinge(page, o, p, label)


def spring(page, o, a, b, label=None):
    """A spring from a to b."""
    f = Frame(a, b)
    lead, turns = min(0.3, 0.15 * f.length), max(4, round(f.length / 0.3))
    step = (f.length - 2 * lead) / turns
    zigzag = [(lead + (i + 0.5) * step, 0.18 * (-1) ** i) for i in range(turns)]
    page.path([f.line((0, 0), (lead, 0), *zigzag, (f.length - lead, 0), (f.length, 0))])
    beside(page, f, label, o, 0.2)


def damper(page, o, a, b, label=None):
    """A damper from a (cylinder) to b (piston)."""
    f = Frame(a, b)
    u, v = f.length / 2 - 0.3, f.length / 2 + 0.3
    page.path([f.line((0, 0), (u, 0)), f.line((v, 0.2), (u, 0.2), (u, -0.2), (v, -0.2)),
               f.line((u + 0.25, 0.15), (u + 0.25, -0.15)), f.line((u + 0.25, 0), (f.length, 0))])
    beside(page, f, label, o, 0.22)


# ---- what can be drawn: lines, arrows, measures ------------------------------------------------

def line(page, o, *points):
    """A line through points; color=, dash=yes, width=."""
    page.path([list(points)], o.get('color', INK), width=float(o.get('width', 2)),
              dash='6 5' if o.get('dash') else None)


def guide(page, o, *points):
    """A thin grey line that a measure or an angle begins from."""
    page.path([list(points)], GREY, width=1, dash='6 5' if o.get('dash') else None)


def wire(page, o, *points):
    """A wire through points."""
    page.path([list(points)])


def curve(page, o, *points):
    """A smooth line; head=yes ends it with an arrow."""
    points = smooth(list(points))
    color = o.get('color', GREY)
    page.path([points], color, width=float(o.get('width', 2)),
              dash='6 5' if o.get('dash') else None)
    if o.get('head'):
        f = Frame(points[-3], points[-1])
        tip(page, points[-1], f.t, color)


def arrow(page, o, a, b, label=None):
    """A force or velocity from a to b; its label stands at the head."""
    f = Frame(a, b)
    color = o.get('color', FORCE)
    page.path([[a, f.at(f.length - 0.15)]], color, width=2.5)
    tip(page, b, f.t, color)
    if 'side' in o or 'at' in o:
        beside(page, f, label, o, 0.05, color)
    else:
        page.text(f.at(f.length + 0.15), label, f.t, color)


def dim(page, o, a, b, label=None):
    """A length from a to b; from=no leaves out the head at a (a coordinate)."""
    f = Frame(a, b)
    page.path([[a, b], f.line((f.length, 0.12), (f.length, -0.12)),
               f.line((0, 0.12), (0, -0.12))], GREY, width=1.3)
    tip(page, b, f.t, GREY)
    if o.get('from') != 'no':
        tip(page, a, (-f.t[0], -f.t[1]), GREY)
    beside(page, f, label, o, 0.08)


def angle(page, o, c, r, start, end, label=None):
    """An angle about c from start to end (degrees), with its head at end."""
    points = arc(c, r, r, start, end)
    color = o.get('color', GREY)
    page.path([points], color, width=1.6 if color == GREY else 2.5)
    last = math.radians(end)
    s = 1 if end > start else -1
    tip(page, points[-1], (-s * math.sin(last + s * 0.1), s * math.cos(last + s * 0.1)), color)
    mid = math.radians((start + end) / 2)
    d = (math.cos(mid), math.sin(mid))
    page.text((c[0] + (r + 0.15) * d[0], c[1] + (r + 0.15) * d[1]), label, d,
              INK if color == GREY else color)


def text(page, o, p, label):
    """Words centred at p, or to=left, to=right of it."""
    page.text(p, label, {'left': (-1, 0), 'right': (1, 0)}.get(o.get('to'), (0, 0)),
              o.get('color', INK))


# ---- what can be drawn: circuits ---------------------------------------------------------------

def leads(page, f, half):
    """The wires from both ends to a part of length 2 half in the middle; where it begins."""
    u, v = f.length / 2 - half, f.length / 2 + half
    page.path([f.line((0, 0), (u, 0)), f.line((v, 0), (f.length, 0))])
    return u, v


def resistor(page, o, a, b, label=None):
    """A resistor, as a box."""
    f = Frame(a, b)
    u, v = leads(page, f, 0.45)
    page.path([f.line((u, 0.17), (v, 0.17), (v, -0.17), (u, -0.17), None)], INK, 'white')
    beside(page, f, label, o, 0.2)


def coil(page, o, a, b, label=None):
    """A coil of four half turns."""
    f = Frame(a, b)
    u, _ = leads(page, f, 0.6)
    points = []
    for i in range(4):
        c = u + 0.15 + 0.3 * i
        points += [(c - 0.15 * math.cos(s * math.pi / 8), 0.18 * math.sin(s * math.pi / 8))
                   for s in range(9)]
    page.path([f.line(*points)])
    beside(page, f, label, o, 0.22)


def capacitor(page, o, a, b, label=None):
    """A capacitor."""
    f = Frame(a, b)
    u, v = leads(page, f, 0.09)
    page.path([f.line((u, 0.32), (u, -0.32)), f.line((v, 0.32), (v, -0.32))], width=3)
    beside(page, f, label, o, 0.35)


def diode(page, o, a, b, label=None):
    """A diode that conducts from a to b."""
    f = Frame(a, b)
    u, v = leads(page, f, 0.2)
    page.path([f.line((u, 0.24), (v, 0), (u, -0.24), None)], INK, INK)
    page.path([f.line((v, 0.26), (v, -0.26))], width=3)
    beside(page, f, label, o, 0.28)


def source(page, o, a, b, label=None):
    """A source of voltage, plus at b: kind=sine, square or dc; kind=current points to b."""
    f = Frame(a, b)
    leads(page, f, 0.4)
    c, kind = f.at(f.length / 2), o.get('kind', 'dc')
    page.circle(c, 0.4, INK, 'white')
    if kind == 'sine':
        wave = [(c[0] - 0.24 + 0.03 * i, c[1] + 0.15 * math.sin(i * math.pi / 8))
                for i in range(17)]
        page.path([wave])
    elif kind == 'square':
        page.path([[(c[0] + x, c[1] + y) for x, y in ((-0.25, -0.12), (-0.25, 0.12), (0, 0.12),
                                                      (0, -0.12), (0.25, -0.12), (0.25, 0.12))]])
    elif kind == 'current':
        page.path([f.line((f.length / 2 - 0.25, 0), (f.length / 2 + 0.1, 0))])
        tip(page, f.at(f.length / 2 + 0.28), f.t, INK)
    else:
        page.text(f.at(f.length / 2 + 0.2), '+')
        page.text(f.at(f.length / 2 - 0.2), '-')
    beside(page, f, label, o, 0.43)


def switch(page, o, a, b, label=None):
    """An open switch."""
    f = Frame(a, b)
    u, v = leads(page, f, 0.4)
    page.path([f.line((u, 0), (v - 0.1, 0.35))], width=2.5)
    page.circle(f.at(u), 0.06, INK, 'white')
    page.circle(f.at(v), 0.06, INK, 'white')
    beside(page, f, label, o, 0.4)


def mosfet(page, o, a, b, label=None):
    """A transistor between a and b whose gate lies at the left of the way from a to b."""
    f = Frame(a, b)
    u, v = f.length / 2 - 0.3, f.length / 2 + 0.3
    page.path([f.line((0, 0), (u, 0), (u, 0.3)), f.line((f.length, 0), (v, 0), (v, 0.3)),
               f.line((f.length / 2, 0.45), (f.length / 2, 0.9))])
    page.path([f.line((u - 0.1, 0.3), (v + 0.1, 0.3)), f.line((u, 0.45), (v, 0.45))], width=3)
    beside(page, f, label, dict(o, side='right'), 0.1)


def npn(page, o, c, label=None):
    """A transistor at c: base at c - (1,0), collector at c + (0,1), emitter at c - (0,1)."""
    page.circle(c, 0.5, INK, 'white', 1.5)
    at = [(c[0] + x, c[1] + y) for x, y in ((-1, 0), (-0.2, 0), (-0.2, 0.28), (-0.2, -0.28),
                                            (-0.2, 0.12), (0, 0.35), (0, 1), (-0.2, -0.12),
                                            (0, -0.35), (0, -1))]
    page.path([[at[0], at[1]], [at[4], at[5], at[6]], [at[7], at[8], at[9]]])
    page.path([[at[2], at[3]]], width=3)
    tip(page, at[8], (0.65, -0.75), INK)
    page.text((c[0] + 0.65, c[1]), label, (1, 0))


def node(page, o, p, label=None):
    """A place where wires are joined; to=left or right: where its label stands."""
    page.circle(p, 0.07, INK, INK)
    s = -1 if o.get('to') == 'left' else 1
    page.text((p[0] + 0.18 * s, p[1] + 0.28), label, (s, 0))


def earth(page, o, p):
    """The ground of a circuit."""
    page.path([[p, (p[0], p[1] - 0.2)]] + [[(p[0] - w, p[1] - 0.2 - d), (p[0] + w, p[1] - 0.2 - d)]
                                          for w, d in ((0.3, 0), (0.2, 0.12), (0.09, 0.24))])


# ---- what can be drawn: loops of control -------------------------------------------------------

def block(page, o, c, w, h, *rows):
    """A block of a diagram, with words or formulas."""
    page.path([[(c[0] - w / 2, c[1] - h / 2), (c[0] + w / 2, c[1] - h / 2),
                (c[0] + w / 2, c[1] + h / 2), (c[0] - w / 2, c[1] + h / 2), None]], INK, '#f4f4f4')
    for i, row in enumerate(rows):
        page.text((c[0], c[1] + 0.5 * ((len(rows) - 1) / 2 - i)), row)


def relay(page, o, c, w=1.4, h=1.2, label=None):
    """A block with the graph of a relay; kind=step for one from 0 to 1."""
    block(page, {}, c, w, h)
    low = 0 if o.get('kind') == 'step' else -0.35 * h
    high, x, y = 0.35 * h, 0.4 * w, c[1] - (0.15 * h if o.get('kind') == 'step' else 0)
    s = -1 if o.get('kind') == 'falling' else 1
    page.path([[(c[0] - x, y), (c[0] + x, y)], [(c[0], c[1] - 0.4 * h), (c[0], c[1] + 0.4 * h)]],
              GREY, width=1)
    page.path([[(c[0] - s * x, y + low), (c[0], y + low), (c[0], y + high), (c[0] + s * x, y + high)]],
              FORCE, width=2.5)
    page.text((c[0], c[1] + h / 2 + 0.1), label, (0, 1))


def total(page, o, c, sign=None):
    """A sum; sign= the sign of what comes from below."""
    page.circle(c, 0.22, INK, 'white')
    page.path([[(c[0] - 0.12, c[1]), (c[0] + 0.12, c[1])], [(c[0], c[1] - 0.12), (c[0], c[1] + 0.12)]],
              width=1.3)
    page.text((c[0] + 0.3, c[1] - 0.45), sign)


def signal(page, o, *rest):
    """A line through points with a head at its end; a label last stands over its middle."""
    label = rest[-1] if isinstance(rest[-1], str) else None
    points = list(rest[:-1] if label else rest)
    f = Frame(points[-2], points[-1])
    page.path([points[:-1] + [f.at(f.length - 0.15)]], width=1.8)
    tip(page, points[-1], f.t, INK)
    k = int(o.get('piece', len(points) - 1))
    beside(page, Frame(points[k - 1], points[k]), label, o, 0.05)


COMMANDS = {f.__name__: f for f in (
    ground, box, ball, ellipse, shape, blob, rod, hinge, pin, spring, damper, line, curve, arrow,
    dim, angle, text, resistor, coil, capacitor, diode, source, switch, mosfet, npn, node, earth,
    block, relay, total, signal, wire, guide)}


# ---- descriptions ------------------------------------------------------------------------------

NUMBER = r'-?\d+(?:\.\d+)?'


def argument(word):
    if re.fullmatch(NUMBER + ',' + NUMBER, word):
        return tuple(float(v) for v in word.split(','))
    return float(word) if re.fullmatch(NUMBER, word) else word


def command(page, words):
    name, options, values = words[0], {}, []
    for word in words[1:]:
        m = re.fullmatch(r'(from|to|side|at|angle|fill|color|dash|width|head|centre|kind|piece)='
                         r'(.*)', word)
        if m:
            options[m[1]] = m[2]
            if m[1] in ('color', 'fill'):
                if m[2] not in COLORS:
                    raise Wrong("no color '%s'; there are %s" % (m[2], ', '.join(COLORS)))
                options[m[1]] = COLORS[m[2]]
        else:
            values.append(argument(word))
    if name == 'size':
        page.size = values
        return
    if name not in COMMANDS:
        raise Wrong("no command '%s'; there are %s" % (name, ', '.join(sorted(COMMANDS))))
    if page.size is None:
        raise Wrong("'size W H' must come first")
    try:
        COMMANDS[name](page, options, *values)
    except (TypeError, ValueError, IndexError) as e:
        raise Wrong('%s: %s; it is: %s' % (name, e, COMMANDS[name].__doc__))


def tokens(row):
    """The words of a row; "quotes" keep blanks together."""
    if row.count('"') % 2:
        raise Wrong('a quote is not closed')
    return [] if row.startswith('#') else [w.strip('"') for w in re.findall(r'"[^"]*"|\S+', row)]


def read(name):
    """The page that a file describes."""
    page = Page()
    with open(name, encoding='utf-8') as lines:
        for i, row in enumerate(lines, 1):
            try:
                words = tokens(row)
                if words:
                    command(page, words)
            except (Wrong, ValueError) as e:
                sys.exit('%s:%d: %s' % (name, i, e))
    if page.size is None:
        sys.exit("%s: nothing to draw; 'size W H' must come first" % name)
    return page


def main(args):
    labels = args[:1] == ['--labels']
    names = args[1:] if labels else args
    if not names or any(n.startswith('-') or not n.endswith('.txt') for n in names):
        sys.exit('use: draw.py [--labels] DESCRIPTION.txt ...')
    for name in names:
        page = read(name)
        if labels:
            print('\n'.join('%s %s' % (name, label) for label in page.labels))
        else:
            with open(name[:-4] + '.svg', 'w', encoding='utf-8') as out:
                out.write(page.svg())


main(sys.argv[1:])
