import {
  type ChangeEvent,
  type ClipboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ClassroomReading } from '../../../services/school-zone/classroom.ts';
import { useElement } from '../../shared/use-element.ts';
import type { ClassTexts } from '../class-texts.ts';
import type { ClassroomController } from '../classroom-controller.ts';
import { type FileProblem, nameText, namesFile, namesIn, readNamesFile, withList, withName } from './edit-names.ts';
import namesCss from './names.css?inline';
import { noNames, type StudentNames } from './student-names.ts';

export type NamesPanelProps = {
  controller: Pick<ClassroomController, 'names' | 'download'>;
  texts: Pick<ClassTexts, 'student' | 'number'>;
  reading: Pick<ClassroomReading, 'code' | 'students'>;
  names: StudentNames;
};

const isProblem = (result: StudentNames | FileProblem): result is FileProblem => 'code' in result;

/** Adds the styles of the panel to the shadow root around it. A policy may block a `<style>`. */
const useStyles = () => {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const root = box.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(namesCss);
    root.adoptedStyleSheets.push(sheet);
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
  return box;
};

/** A field for the name of each student. The names stay in this browser. */
export function NamesPanel({ controller, texts, reading, names }: NamesPanelProps) {
  const { t } = useElement();
  const { code } = reading;
  const students = reading.students.map((student) => student.code);
  const id = useId();
  const box = useStyles();
  /** What stands in the field with the focus, which can differ from the name: a space at its end, for example. */
  const [typed, setTyped] = useState<{ student: string; text: string } | null>(null);
  const [note, setNote] = useState('');
  const [removed, setRemoved] = useState<StudentNames | null>(null);
  const [isKept, setKept] = useState(true);

  const keep = async (next: StudentNames): Promise<void> => {
    const kept = await controller.names?.().catch(() => undefined);
    setKept(kept?.keep(next) ?? false);
  };
  // A browser that stores nothing says so before a name is typed. Another tab can have stored names meanwhile.
  const tryToKeep = useEffectEvent(async () => (await controller.names?.())?.update(false) ?? false);
  useEffect(() => void tryToKeep().then(setKept, () => setKept(false)), []);

  const replace = (next: StudentNames, said: string): void => {
    setTyped(null);
    setRemoved(null);
    setNote(said);
    void keep(next);
  };
  const type = (student: string, text: string): void => {
    replace(withName(names, student, text), '');
    setTyped({ student, text });
  };
  const paste = (event: ClipboardEvent, student: string): void => {
    const list = namesIn(event.clipboardData.getData('text'));
    if (list.length < 2) return;
    event.preventDefault();
    const { names: next, left } = withList(names, students, student, list);
    const filled = t('names.filled', { count: texts.number(list.length - left.length) });
    replace(
      next,
      left.length === 0 ? filled : `${filled} ${t('names.left', { names: left.map(nameText).join(', ') })}`,
    );
  };
  const openFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const result = await readNamesFile(file, code, students);
    // The same file can be chosen again after a correction.
    currentTarget.value = '';
    if (!isProblem(result)) replace(result, t('names.filled', { count: texts.number(result.size) }));
    else setNote(result.code === 'other' ? t('names.other', { code: result.class }) : t('names.unreadable'));
  };
  const removeAll = (): void => {
    replace(noNames, t('names.removed'));
    setRemoved(names);
  };

  return (
    <section ref={box} className="maths-names" aria-labelledby={`${id}heading`}>
      <h2 id={`${id}heading`} className="maths-package-name">
        {t('names.heading')}
      </h2>
      <p>{t(isKept ? 'names.where' : 'names.lost')}</p>
      <p id={`${id}how`}>{t('names.how')}</p>
      <div className="maths-names-list">
        {students.map((student) => (
          <label key={student}>
            <b>{texts.student(student)}</b>
            <input
              className="maths-input"
              aria-describedby={`${id}how`}
              autoComplete="off"
              spellCheck={false}
              value={typed?.student === student ? typed.text : (names.get(student) ?? '')}
              onChange={({ currentTarget }) => type(student, currentTarget.value)}
              onPaste={(event) => paste(event, student)}
              onBlur={() => setTyped(null)}
            />
          </label>
        ))}
      </div>
      <p role="status">{note}</p>
      <div className="maths-names-tools">
        {removed !== null && (
          <Button look="line" onClick={() => replace(removed, '')}>
            {t('names.undo')}
          </Button>
        )}
        {names.size > 0 && (
          <>
            <Button
              look="line"
              onClick={() => controller.download(t('names.file', { code }), namesFile(code, names), 'application/json')}
            >
              {t('names.save')}
            </Button>
            <Button look="line" onClick={removeAll}>
              {t('names.remove')}
            </Button>
          </>
        )}
        <label className="maths-names-file">
          {t('names.open')}{' '}
          <input type="file" accept=".json,application/json" onChange={(event) => void openFile(event)} />
        </label>
      </div>
    </section>
  );
}
