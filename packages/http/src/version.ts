import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.ts';

const description: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

const text = (name: string): string | undefined => {
  const value: unknown =
    description !== null && typeof description === 'object' ? Reflect.get(description, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Version of this server. */
export const VERSION: string = text('version') ?? '0.0.0';

/** Commit that a published package was made from, where its description names one. */
export const GIT_HEAD: string | undefined = text('gitHead');
