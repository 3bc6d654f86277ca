import { asParty } from './change-control/audit.ts';
import type { Committer } from './change-control/contract.ts';
import type { Kernel } from './change-control/kernel.ts';
import { noEhr } from './change-control/refusal.ts';
import { knownUuid } from './change-control/targets.ts';
import { createCompositionService, type CompositionService } from './composition/service.ts';
import { createContributionService, type ContributionService } from './contribution/service.ts';
import { createTemplateRegistry } from './definition/registry.ts';
import { createTemplateService, type TemplateService } from './definition/service.ts';
import { createDirectoryService, type DirectoryService } from './directory/service.ts';
import { createEhrService, createEhrStatusService, type EhrService, type EhrStatusService } from './ehr/service.ts';
import { CdrError } from './errors.ts';
import type { Clock, IdSource } from './ports/runtime.ts';
import type { Store, StoreHealth } from './ports/store.ts';
import type { TerminologyService } from './ports/terminology.ts';
import { createQueryService, createStoredQueryService, type Queries, type QueryLimits } from './query/index.ts';
import { createTagService, type TagService } from './tags/service.ts';
import type { ValidationProfile } from './validation/profile.ts';

export interface CdrOptions {
  readonly store: Store;
  /** Creating system id in every version uid; default `cairn.local`. */
  readonly systemId?: string;
  /** IANA zone of date-times without an offset; default: the process's zone. */
  readonly timezone?: string;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: random UUIDs. */
  readonly ids?: IdSource;
  /** Who commits when the caller doesn't say; default PARTY_IDENTIFIED named after the system. */
  readonly defaultCommitter?: Committer;
  /** Which findings of a template refuse content; default `interoperable`. */
  readonly validationProfile?: ValidationProfile;
  /** Limits of every query. */
  readonly query?: QueryLimits;
  /** Answers TERMINOLOGY in AQL; without it such a query throws `terminology_unavailable`. */
  readonly terminology?: TerminologyService;
  /** Lets other work of the process have its turn during a long query; default: as the store does. */
  readonly pause?: () => Promise<void>;
}

/** A clinical data repository over one store. */
export interface Cdr {
  readonly systemId: string;
  readonly timezone: string;
  readonly ehrs: EhrService;
  readonly statuses: EhrStatusService;
  readonly compositions: CompositionService;
  readonly directories: DirectoryService;
  readonly contributions: ContributionService;
  readonly templates: TemplateService;
  readonly tags: TagService;
  readonly query: Queries;
  readonly admin: AdminService;
  health(): Promise<StoreHealth>;
}

export interface AdminService {
  /** Removes an EHR and everything in it for good. Throws `ehr_not_found`. */
  deleteEhr(ehrId: string): Promise<void>;
  /** Removes every EHR for good; gives how many. */
  deleteAllEhrs(): Promise<number>;
}

/**
 * Opens a clinical data repository over a store. The store stays the caller's: closing it is the caller's business.
 *
 * @example
 * await using store = await openSqliteStore({ path: ':memory:' });
 * const cdr = await createCdr({ store, systemId: 'my.app' });
 */
export async function createCdr(options: CdrOptions): Promise<Cdr> {
  const { store, systemId = 'cairn.local' } = options;
  if (!/^[\w.-]+$/.test(systemId)) {
    throw new CdrError('invalid_parameter', 'A system id consists of letters, digits, dots, hyphens and underscores');
  }
  const timezone = options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = options.clock ?? { now: () => Date.now() };
  const ids = options.ids ?? { uuid: () => crypto.randomUUID() };
  const templates = createTemplateRegistry(store.definitions);
  const { terminology, pause, query: limits } = options;
  const kernel: Kernel = {
    store,
    systemId,
    timezone,
    clock,
    ids,
    defaultCommitter: asParty(options.defaultCommitter ?? systemId),
    templates,
    validationProfile: options.validationProfile ?? 'interoperable',
  };
  const query = createQueryService({
    store: store.queries,
    clock,
    timezone,
    ...(terminology && { terminology }),
    ...(pause && { pause }),
    ...(limits && { limits }),
  });
  return {
    systemId,
    timezone,
    ehrs: createEhrService(kernel),
    statuses: createEhrStatusService(kernel),
    compositions: createCompositionService(kernel),
    directories: createDirectoryService(kernel),
    contributions: createContributionService(kernel),
    templates: createTemplateService({ definitions: store.definitions, registry: templates, clock, ids }),
    tags: createTagService(kernel),
    query: { ...query, stored: createStoredQueryService({ definitions: store.definitions, clock, aql: query.aql }) },
    admin: {
      deleteEhr: async (ehrId) => {
        const deleted = await store.admin.deleteEhr(knownUuid(ehrId, 'ehr_not_found'));
        if (!deleted) throw noEhr();
      },
      deleteAllEhrs: () => store.admin.deleteAllEhrs(),
    },
    health: () => store.health(),
  };
}
