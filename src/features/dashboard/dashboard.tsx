import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useController } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { AccountView } from './account-view.tsx';
import type { DashboardController } from './dashboard-controller.ts';

/** The parent's account (product-spec.md#2-screens-and-routes, `/dashboard`). */
export function Dashboard({ controller }: { controller: DashboardController }) {
  const { t } = useElement();
  const state = useController(controller);
  const { page } = state;
  return (
    <ElementFrame>
      {page.step === 'left' ? (
        <Message tone="ok">{t(page.deleted ? 'deleted' : 'left')}</Message>
      ) : (
        // What one person typed is not shown to another one.
        <AccountView key={page.email} {...{ page, state, controller }} />
      )}
    </ElementFrame>
  );
}
