/** A file that comes with this package: sources, build and bundle all lie one folder below its description, as this file does. */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url);
