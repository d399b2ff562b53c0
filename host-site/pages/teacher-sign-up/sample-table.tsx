import { sampleConcepts, sampleStudents } from '../../content/sample-class.ts';
import { useSite } from '../../site-context.ts';

/** Returns a step from 0 to 5: none, then by quarters, then all. The classroom page has the same steps. */
const heat = (done: number, levels: number): number => {
  if (done === 0) return 0;
  return done === levels ? 5 : Math.floor((done * 4) / levels) + 1;
};

/** A preview of the classroom page, small enough for a phone. */
export function SampleTable() {
  const { t } = useSite();
  return (
    <div className="sample">
      <table>
        <caption>{t('sample.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sample.student')}</th>
            {sampleConcepts.map(({ name }) => (
              <th key={name} scope="col">
                {t(`sample.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sampleStudents.map(({ code, done }) => (
            <tr key={code}>
              <th scope="row">{`#${code}`}</th>
              {sampleConcepts.map(({ name, levels }, column) => {
                const count = done[column] ?? 0;
                return (
                  <td key={name} className={`heat-${heat(count, levels)}`}>
                    {`${count} / ${levels}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
