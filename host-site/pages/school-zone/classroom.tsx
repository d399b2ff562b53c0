import emptyState from '../../art/empty-state.svg';
import { Art } from '../../layout/art.tsx';
import { Late } from '../../layout/late.tsx';
import { idIn } from '../../routing/address.ts';
import { useAddress } from '../../routing/navigation.ts';
import { useSite } from '../../site-context.ts';

/** A class's progress. Its heading, the classroom's name, is the tag's: title, links and events know no classroom. */
export function ClassroomPage() {
  const { language } = useSite();
  const { pathname } = useAddress();
  return (
    <div className="class">
      <div className="wrap">
        <div className="room room-classroom">
          <maths-classroom lang={language} classroom-id={idIn(pathname)}>
            <Art slot="art" src={emptyState} width={400} height={260} />
            <Late />
          </maths-classroom>
        </div>
      </div>
    </div>
  );
}
