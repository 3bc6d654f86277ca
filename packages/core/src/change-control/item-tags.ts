import { CdrError, type Issue } from '../errors.ts';
import type { ItemTag } from '../ports/store.ts';

/** Rules of RM common, ITEM_TAG: keys without white space around them, values not empty, target paths absolute, no doubles. */
export function checkTags(tags: readonly ItemTag[]): void {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [index, { key, value, targetPath }] of tags.entries()) {
    const report = (code: string, message: string): void => void issues.push({ path: `/[${index}]`, code, message });
    if (key === '' || key !== key.trim()) report('tag_key', 'The key must not be empty nor have white space around it');
    if (value === '') report('tag_value', 'The value must not be empty; leave it out');
    if (targetPath !== undefined && !targetPath.startsWith('/'))
      report('tag_target_path', 'The target path must begin with /');
    const identity = JSON.stringify([key, targetPath]);
    if (seen.has(identity)) report('tag_repeated', 'There may be one tag per key and target path');
    seen.add(identity);
  }
  if (issues.length > 0) throw new CdrError('invalid_body', 'The tags are not valid', { issues });
}
