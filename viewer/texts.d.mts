/** The texts of all languages as TypeScript. `folder` has one folder per language. */
export function textsOf(folder: string): string;
