import { memo, useId } from 'react';
import { useElement } from '../shared/use-element.ts';
import { CaretIcon } from './classroom-icons.tsx';
import { ProgressTable, type ProgressTableProps } from './progress-table.tsx';

export type PackagePanelProps = ProgressTableProps & {
  open: boolean;
  onToggle(id: string): void;
};

type PanelHeadProps = Pick<PackagePanelProps, 'open' | 'onToggle' | 'averageLabel'> & {
  packageId: string;
  label: string;
  /** Between 0 and 1. */
  share: number;
  percent: string;
  /** The id of the element that the button opens. */
  controls: string;
};

/** The button that opens a panel. A refresh renders it again only when its average changed. */
const PanelHead = memo(function PanelHead(props: PanelHeadProps) {
  const { packageId, label, share, percent, averageLabel, controls, open, onToggle } = props;
  return (
    <h2 className="maths-package-heading">
      <button
        type="button"
        className="maths-package-button"
        aria-expanded={open}
        aria-controls={controls}
        onClick={() => onToggle(packageId)}
      >
        <CaretIcon />
        <span className="maths-package-name">{label}</span>
        <svg className="maths-meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={share * 100} height="1" />
        </svg>
        <span className="maths-package-average">
          <b>{percent}</b> <span>{averageLabel}</span>
        </span>
      </button>
    </h2>
  );
});

/**
 * A package that opens and closes. Its table is rendered only while it is open, because a class has two thousand cells.
 */
export function PackagePanel({ open, onToggle, ...table }: PackagePanelProps) {
  const { t } = useElement();
  const { texts, panel, rows, averageLabel } = table;
  const id = useId();
  const content = () => {
    if (!panel.started) return <p className="maths-panel-note">{t('none.package')}</p>;
    if (rows.length === 0) return <p className="maths-panel-note">{t('none.help')}</p>;
    return <ProgressTable {...table} />;
  };
  return (
    <section className={panel.started ? 'maths-package' : 'maths-package maths-package-untouched'} part="panel">
      <PanelHead
        packageId={panel.id}
        label={panel.label}
        share={panel.average}
        percent={texts.percent(panel.average)}
        controls={id}
        {...{ averageLabel, open, onToggle }}
      />
      <div id={id}>{open && content()}</div>
    </section>
  );
}
