import { asDescription, asParty } from '../change-control/audit.ts';
import { rubricOf } from '../change-control/codes.ts';
import { commit } from '../change-control/commit.ts';
import { refuseFindings } from '../change-control/content.ts';
import { noEhr } from '../change-control/refusal.ts';
import type { AtTime, Committer } from '../change-control/contract.ts';
import type { Kernel } from '../change-control/kernel.ts';
import { knownUuid } from '../change-control/targets.ts';
import { instantOf } from '../change-control/versioned-reader.ts';
import { withCurrentTemplates } from '../definition/registry.ts';
import { CdrError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { formatInstant } from '../time/index.ts';
import { asChanges, checkVersions, findingsOf } from './changes.ts';
import { contributionObject } from './contribution-object.ts';
import { readEnvelope } from './read-envelope.ts';

export interface ContributionRow {
  readonly uid: string;
  readonly time_committed: string;
  /** Display name. */
  readonly committer: string;
  /** openEHR code, `"249"`. */
  readonly change_type: string;
  readonly change_type_rubric: string;
}

export interface ContributionWindow {
  /** Default 0. */
  readonly offset?: number;
  /** Default 20, capped at 100. */
  readonly fetch?: number;
  /** Inclusive bounds. */
  readonly from?: AtTime;
  readonly to?: AtTime;
}

/** What holds where the change set itself is silent. */
export interface ContributionDefaults {
  readonly committer?: Committer;
  readonly description?: string;
}

/** CONTRIBUTION: an atomic change set. Requirement "CONTRIBUTION"; ITS-REST NewContribution. */
export interface ContributionService {
  /** Commits a change set given in canonical JSON; all failures of all versions are reported together. */
  create(ehrId: string, contribution: JsonObject, defaults?: ContributionDefaults): Promise<CommittedContribution>;
  /** CONTRIBUTION in canonical JSON. */
  get(
    ehrId: string,
    contributionUid: string,
  ): Promise<{ readonly uid: string; readonly timeCommitted: string; readonly data: JsonObject }>;
  /** Newest first. */
  list(
    ehrId: string,
    window?: ContributionWindow,
  ): Promise<{ readonly rows: readonly ContributionRow[]; readonly total: number }>;
}

export interface CommittedContribution {
  readonly uid: string;
  readonly timeCommitted: string;
  /** CONTRIBUTION in canonical JSON, as `get` gives it. */
  readonly data: JsonObject;
}

const DEFAULT_FETCH = 20;
const MOST_FETCH = 100;

export function createContributionService(kernel: Kernel): ContributionService {
  const { store, systemId, clock, ids, timezone } = kernel;
  const { records, commits } = store;

  const existingEhr = async (ehrId: string) => {
    const ehr = await records.ehr(knownUuid(ehrId, 'ehr_not_found'));
    if (!ehr) throw noEhr();
    return ehr;
  };

  return {
    create: (ehrId, contribution, { committer, description } = {}) =>
      withCurrentTemplates(kernel.templates, async () => {
        const envelope = readEnvelope(contribution, {
          committer: committer === undefined ? kernel.defaultCommitter : asParty(committer),
          ...(description !== undefined && { description: asDescription(description) }),
        });
        const checked = await checkVersions(kernel, envelope.versions);
        const ehr = await existingEhr(ehrId);
        const contributionId = envelope.uid ?? ids.uuid();
        const changes = asChanges({ ids, systemId }, ehr, checked);
        const set = {
          ehrId: ehr.ehrId,
          contributionId,
          chosenContributionId: envelope.uid !== undefined,
          audit: envelope.audit,
          changes,
        };
        const { timeCommitted } = await commit(
          { commits, clock, systemId },
          () => set,
          () => refuseFindings(findingsOf(checked)),
        );
        const stored = await records.contribution(ehr.ehrId, contributionId);
        if (!stored) throw new CdrError('store_corrupt', 'A committed contribution is not there');
        return { uid: contributionId, timeCommitted: formatInstant(timeCommitted), data: contributionObject(stored) };
      }),

    get: async (ehrId, contributionUid) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const found = await records.contribution(id, knownUuid(contributionUid, 'contribution_not_found'));
      if (!found) {
        await existingEhr(id);
        throw new CdrError('contribution_not_found', 'There is no such contribution in this EHR');
      }
      return {
        uid: found.contributionId,
        timeCommitted: formatInstant(found.timeCommitted),
        data: contributionObject(found),
      };
    },

    list: async (ehrId, { offset = 0, fetch = DEFAULT_FETCH, from, to } = {}) => {
      if (!isCount(offset)) throw new CdrError('invalid_parameter', 'offset must be a whole number from 0');
      if (!isCount(fetch)) throw new CdrError('invalid_parameter', 'fetch must be a whole number from 0');
      const lower = from === undefined ? undefined : instantOf(from, timezone);
      const upper = to === undefined ? undefined : instantOf(to, timezone);
      if (lower !== undefined && upper !== undefined && lower > upper) {
        throw new CdrError('invalid_parameter', 'The lower bound of time_range is later than its upper bound');
      }
      const { ehrId: id } = await existingEhr(ehrId);
      const page = await records.contributions(id, {
        offset,
        fetch: Math.min(fetch, MOST_FETCH),
        ...(lower !== undefined && { from: lower }),
        ...(upper !== undefined && { to: upper }),
      });
      const rows = page.rows.map(({ contributionId, timeCommitted, committer, changeType }) => ({
        uid: contributionId,
        time_committed: formatInstant(timeCommitted),
        committer,
        change_type: changeType,
        change_type_rubric: rubricOf('change', changeType),
      }));
      return { rows, total: page.total };
    },
  };
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
