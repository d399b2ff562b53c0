import { useLayoutEffect, useRef, useState } from 'react';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-texts.ts';
import type { ClassView } from './class-view.ts';
import type { ClassroomController } from './controller.ts';

/** The id of the text that says when the class was read. A page has one class. */
export const ageId = 'maths-age';

type ClassroomHeaderProps = {
  texts: ClassTexts;
  reading: Pick<ClassroomReading, 'name' | 'code'>;
  view: Pick<ClassView, 'students' | 'started'>;
  takesFocus: boolean;
};

export function ClassroomHeader({ texts, reading, view, takesFocus }: ClassroomHeaderProps) {
  const { t } = useElement();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <header className="maths-class">
      <h1 ref={heading} className="maths-heading" part="heading" tabIndex={takesFocus ? -1 : undefined}>
        {reading.name}
      </h1>
      <p className="maths-code">
        {t('code')} <b>{reading.code}</b>
      </p>
      <p className="maths-facts">
        {t('started', { part: texts.number(view.started), whole: texts.number(view.students) })}
      </p>
    </header>
  );
}

type ToolbarProps = {
  controller: Pick<ClassroomController, 'refresh'>;
  view: Pick<ClassView, 'help' | 'started'>;
  onlyHelp: boolean;
  onFilter(): void;
  onDownload(): void;
  /** Whether the names can be changed now; undefined where the page keeps none. */
  namesOpen: boolean | undefined;
  onNames(): void;
};

/** The actions on the whole class: the usual ones in one row, and the others behind a button. */
export function Toolbar({ controller, view, onlyHelp, onFilter, onDownload, namesOpen, onNames }: ToolbarProps) {
  const { t } = useElement();
  const [isOpen, setOpen] = useState(false);
  const tool = { type: 'button', className: 'maths-button maths-button-line maths-tool' } as const;
  return (
    <div role="group" aria-label={t('tools.label')}>
      <div className="maths-toolbar">
        {(view.help > 0 || onlyHelp) && (
          <button {...tool} aria-pressed={onlyHelp} onClick={onFilter}>
            {t('tools.help')} <span className="maths-count">{view.help}</span>
          </button>
        )}
        <button {...tool} aria-describedby={ageId} onClick={controller.refresh}>
          {t('tools.refresh')}
        </button>
        <button {...tool} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('tools.more')}
        </button>
      </div>
      {isOpen && (
        <div className="maths-toolbar">
          {namesOpen !== undefined && (
            <button {...tool} aria-expanded={namesOpen} onClick={onNames}>
              {t('tools.names')}
            </button>
          )}
          {view.started > 0 && (
            <button {...tool} onClick={onDownload}>
              {t('tools.csv')}
            </button>
          )}
          <button {...tool} onClick={() => window.print()}>
            {t('tools.print')}
          </button>
        </div>
      )}
    </div>
  );
}
