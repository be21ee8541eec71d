// What the games bring along for the viewer: colours (`games/NAME/look.css`, a block for each theme)
// and shapes (`games/NAME/sprites.svg`, symbols). Both are joined with the viewer's own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const games = fileURLToPath(new URL('../games', import.meta.url));

/** The texts of a file that games may have, by the games' names. */
function ofGames(file: string): string[] {
  const paths = readdirSync(games).sort().map((game) => `${games}/${game}/${file}`);
  return paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
}

/** The declarations of a theme in a style sheet; a sheet without them is refused. */
export function themeBlock(css: string, theme: 'dark' | 'light'): string {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1];
  if (block === undefined) throw new Error(`a style sheet has no ${theme} block: ${css.slice(0, 80)}`);
  return block;
}

/** The viewer's tokens with the colours of all games, and the light block again for readers whose system is light. */
export function withLooks(css: string): string {
  const looks = ofGames('look.css');
  let all = css;
  for (const theme of ['dark', 'light'] as const) {
    const own = themeBlock(css, theme);
    all = all.replace(own, () => own + looks.map((look) => themeBlock(look, theme)).join(''));
  }
  const rule = `:root:not([data-theme="dark"]) {${themeBlock(all, 'light')}}`;
  return `${all}\n@media (prefers-color-scheme: light) { ${rule} }\n`;
}

/** The viewer's symbols with those of all games. */
export function withSprites(sheet: string): string {
  return sheet.replace(/<\/svg>\s*$/, () => `${ofGames('sprites.svg').join('')}</svg>\n`);
}
