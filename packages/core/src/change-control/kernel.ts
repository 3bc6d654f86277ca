import type { TemplateRegistry } from '../definition/registry.ts';
import type { JsonObject } from '../json/value.ts';
import type { Clock, IdSource } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import type { ValidationProfile } from '../validation/profile.ts';

/** What every service works with. */
export interface Kernel {
  readonly store: Store;
  readonly systemId: string;
  readonly timezone: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** PARTY_PROXY. */
  readonly defaultCommitter: JsonObject;
  readonly templates: TemplateRegistry;
  readonly validationProfile: ValidationProfile;
}
