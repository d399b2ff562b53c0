import { useId } from 'react';
import { useElement } from '../shared/use-element.ts';
import { CaretIcon } from './classroom-icons.tsx';
import { ProgressTable, type ProgressTableProps } from './progress-table.tsx';

export type PackagePanelProps = ProgressTableProps & {
  open: boolean;
  onToggle(): void;
};

/**
 * A package that opens and closes. Its table is rendered only while it is open, because a class has two thousand cells.
 */
export function PackagePanel({ open, onToggle, ...table }: PackagePanelProps) {
  const { t } = useElement();
  const { texts, panel, rows, averageLabel } = table;
  const id = useId();
  const content = () => {
    if (panel.started && rows.length > 0) return <ProgressTable {...table} />;
    return <p className="maths-panel-note">{t(panel.started ? 'none.help' : 'none.package')}</p>;
  };
  return (
    <section className={panel.started ? 'maths-package' : 'maths-package maths-package-untouched'} part="panel">
      <h2 className="maths-package-heading">
        <button
          type="button"
          className="maths-package-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <CaretIcon />
          <span className="maths-package-name">{panel.label}</span>
          <svg className="maths-meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={panel.average * 100} height="1" />
          </svg>
          <span className="maths-package-average">
            <b>{texts.percent(panel.average)}</b> <span>{averageLabel}</span>
          </span>
        </button>
      </h2>
      <div id={id}>{open && content()}</div>
    </section>
  );
}
