// The colours keep what the look promises: contrast of text and signs, and seats that
// colour-blind eyes tell apart.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { themeBlock, withLooks } from '../../looks';

const css = withLooks(readFileSync(new URL('../../src/tokens.css', import.meta.url), 'utf8'));
const blocks = { dark: themeBlock(css, 'dark'), light: themeBlock(css, 'light') };
type Rgb = [number, number, number];

function token(block: string, name: string): Rgb {
  const hex = new RegExp(`--${name}:\\s*#([0-9a-f]{6})`).exec(block)?.[1];
  if (!hex) throw new Error(`no colour ${name}`);
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const light = (c: Rgb) => c.map((v) => linear(v / 255)) as Rgb;

function luminance(c: Rgb): number {
  const [r, g, b] = light(c);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Full-strength simulations of Machado, Oliveira and Fernandes (2009), on linear light. */
const EYES: Record<string, number[]> = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function lab(color: Rgb, eye: number[]): Rgb {
  const [r, g, b] = light(color);
  const seen = [0, 1, 2].map((n) => Math.min(1, Math.max(0,
    eye[3 * n]! * r + eye[3 * n + 1]! * g + eye[3 * n + 2]! * b)));
  const x = (0.4124 * seen[0]! + 0.3576 * seen[1]! + 0.1805 * seen[2]!) / 0.95047;
  const y = 0.2126 * seen[0]! + 0.7152 * seen[1]! + 0.0722 * seen[2]!;
  const z = (0.0193 * seen[0]! + 0.1192 * seen[1]! + 0.9505 * seen[2]!) / 1.08883;
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const rad = Math.PI / 180;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const angle = (b: number, a: number) => (Math.atan2(b, a) / rad + 360) % 360;
  const [h1, h2] = [angle(b1, p1), angle(b2, p2)];
  let dh = h2 - h1;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  const sum = Math.abs(h1 - h2) > 180 ? h1 + h2 + (h1 + h2 < 360 ? 360 : -360) : h1 + h2;
  const [lm, cm, hm] = [(l1 + l2) / 2, (c1 + c2) / 2, sum / 2];
  const t = 1 - 0.17 * Math.cos((hm - 30) * rad) + 0.24 * Math.cos(2 * hm * rad)
    + 0.32 * Math.cos((3 * hm + 6) * rad) - 0.2 * Math.cos((4 * hm - 63) * rad);
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * cm, 1 + 0.015 * cm * t];
  const rt = -2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7))
    * Math.sin(60 * rad * Math.exp(-(((hm - 275) / 25) ** 2)));
  const [dl, dc] = [(l2 - l1) / sl, (c2 - c1) / sc];
  const dH = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad)) / sh;
  return Math.sqrt(dl * dl + dc * dc + dH * dH + rt * dc * dH);
}

for (const [theme, block] of Object.entries(blocks)) {
  test(`${theme}: text has 4.5:1 on every surface, control borders 3:1`, () => {
    for (const ground of ['bg', 'surface', 'raised', 'sunken']) {
      for (const ink of ['ink', 'ink-2', 'ink-3']) {
        expect(contrast(token(block, ink), token(block, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const name of ['line-strong', 'ok', 'warn', 'fail', 'mark']) {
      expect(contrast(token(block, name), token(block, 'surface')), name).toBeGreaterThanOrEqual(3);
    }
  });

  test(`${theme}: seats' lines have 3:1 on the surface, glyphs 3:1 on their plates`, () => {
    for (const seat of [0, 1, 2, 3]) {
      expect(contrast(token(block, `seat-${seat}-line`), token(block, 'surface'))).toBeGreaterThanOrEqual(3);
      expect(contrast(token(block, `seat-${seat}-on`), token(block, `seat-${seat}`))).toBeGreaterThanOrEqual(3);
    }
  });

  for (const [name, eye] of Object.entries(EYES)) {
    test(`${theme}: ${name} eyes tell the seats apart`, () => {
      const seats = [0, 1, 2, 3].map((seat) => lab(token(block, `seat-${seat}`), eye));
      for (let a = 0; a < 4; a += 1) {
        for (let b = a + 1; b < 4; b += 1) {
          expect(difference(seats[a]!, seats[b]!), `${a} and ${b}`).toBeGreaterThanOrEqual(15);
        }
      }
    });
  }
}
