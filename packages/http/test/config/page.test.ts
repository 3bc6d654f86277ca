import { expect, test } from 'vitest';
import { configurationPage, settingKeys } from '../../src/config/index.ts';

test('docs/operate/configuration.md is the page that the table of settings makes (vitest -u writes it)', async () => {
  const page = configurationPage();
  for (const key of settingKeys) expect(page).toContain(`| \`${key}\` |`);
  await expect(page).toMatchFileSnapshot('../../../../docs/operate/configuration.md');
});
