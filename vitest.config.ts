import { defineConfig } from 'vitest/config';

// Packages import each other's TypeScript sources through this export condition; nothing needs building first.
const conditions = ['cairn-source', 'module', 'node'];
const externalConditions = ['cairn-source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    globalSetup: ['packages/store-postgres/test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
