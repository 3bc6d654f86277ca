import type { Budget, Figure, Unit } from './part.ts';
import { ratios, summaryOf, type Summary } from './support/statistics.ts';

/** A figure as it is told. */
export interface Finding {
  readonly part: string;
  readonly work: string;
  readonly floor: string;
  readonly unit: Unit;
  readonly measured: Summary;
  readonly against: Summary;
  readonly ratio: Summary;
  readonly budget: Budget | null;
  readonly verdict: 'ok' | 'OVER' | null;
}

/** The medians decide. */
export function findingOf(part: string, figure: Figure): Finding {
  const { work, floor, unit, budget } = figure;
  const measured = summaryOf(figure.measured);
  const ratio = summaryOf(ratios(figure.measured, figure.against));
  const within = budget && ('ratio' in budget ? ratio.median <= budget.ratio : measured.median <= budget.quantity);
  const verdict = within === undefined ? null : within ? 'ok' : 'OVER';
  return {
    part,
    work,
    floor,
    unit,
    measured,
    against: summaryOf(figure.against),
    ratio,
    budget: budget ?? null,
    verdict,
  };
}

const HEADINGS = ['work', 'floor', 'measured', 'floor took', 'ratio', 'budget', ''];

/** Medians, with the least and the most in parentheses. */
export function table(findings: readonly Finding[]): string {
  const rows = [
    HEADINGS,
    ...findings.map(({ work, floor, unit, measured, against, ratio, budget, verdict }) => [
      work,
      floor,
      quantityText(measured, unit),
      quantityText(against, unit),
      `${ratio.median.toFixed(2)} ×${spread(ratio, (value) => value.toFixed(2))}`,
      budgetText(budget, unit),
      verdict ?? '',
    ]),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function budgetText(budget: Budget | null, unit: Unit): string {
  if (budget === null) return '';
  return 'ratio' in budget ? `≤ ${budget.ratio} ×` : `< ${budget.quantity} ${unit}`;
}

/** Both ends in the unit that suits the median. */
function quantityText(summary: Summary, unit: Unit): string {
  const [factor, shown] = unit === 'ms' && summary.median < 1 ? [1000, 'µs'] : [1, unit];
  return `${digits(summary.median * factor)} ${shown}${spread(summary, (value) => digits(value * factor))}`;
}

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

const spread = ({ min, max }: Summary, text: (value: number) => string): string =>
  min === max ? '' : ` (${text(min)}–${text(max)})`;
