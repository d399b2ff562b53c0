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
  /** The names before the last change of several at once, which can be undone. */
  const [before, setBefore] = useState<StudentNames | null>(null);
  const [isKept, setKept] = useState(true);

  const keep = async (next: StudentNames): Promise<void> => {
    const kept = await controller.names?.().catch(() => undefined);
    setKept(kept?.keep(next) ?? false);
  };
  // A browser that stores nothing says so before a name is typed. Another tab can have stored names meanwhile.
  const tryToKeep = useEffectEvent(async () => (await controller.names?.())?.update(false) ?? false);
  useEffect(() => void tryToKeep().then(setKept, () => setKept(false)), []);

  const replace = async (next: StudentNames, said: string): Promise<void> => {
    setTyped(null);
    setNote(said);
    // The button to undo is there before the names change, and until they have changed, so that it keeps the focus.
    if (said !== '') setBefore(names);
    await keep(next);
    if (said === '') setBefore(null);
  };
  const type = (student: string, text: string): void => {
    void replace(withName(names, student, text), '');
    setTyped({ student, text });
  };
  const paste = (event: ClipboardEvent, student: string): void => {
    const list = namesIn(event.clipboardData.getData('text'));
    if (list.length < 2) return;
    event.preventDefault();
    const { names: next, left } = withList(names, students, student, list);
    const filled = t('names.filled', { count: texts.number(list.length - left.length) });
    void replace(
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
    if (!isProblem(result)) void replace(result, t('names.filled', { count: texts.number(result.size) }));
    else setNote(result.code === 'other' ? t('names.other', { code: result.class }) : t('names.unreadable'));
  };
  return (
    <section ref={box} className="maths-names" aria-labelledby={`${id}heading`}>
      <h2 id={`${id}heading`} className="maths-package-name">
        {t('names.heading')}
      </h2>
      <p>{t(isKept ? 'names.where' : 'names.lost')}</p>
      <p id={`${id}how`}>{t('names.how')}</p>
      <div className="maths-names-list" role="group" aria-labelledby={`${id}heading`} aria-describedby={`${id}how`}>
        {students.map((student) => (
          <label key={student}>
            <b>{texts.student(student)}</b>
            <input
              className="maths-input"
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
        {names.size > 0 && (
          <Button
            look="line"
            onClick={() => controller.download(t('names.file', { code }), namesFile(code, names), 'application/json')}
          >
            {t('names.save')}
          </Button>
        )}
        {/* One button, which keeps the focus. */}
        {before !== null ? (
          <Button key="all" look="line" onClick={() => void replace(before, '')}>
            {t('names.undo')}
          </Button>
        ) : (
          names.size > 0 && (
            <Button key="all" look="line" onClick={() => void replace(noNames, t('names.removed'))}>
              {t('names.remove')}
            </Button>
          )
        )}
        <label className="maths-names-file">
          {t('names.open')}{' '}
          <input type="file" accept=".json,application/json" onChange={(event) => void openFile(event)} />
        </label>
      </div>
    </section>
  );
}
