import { useEffect } from 'react';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useController } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import type { ConfirmationController } from './confirmation-controller.ts';
import { GoodToKnow } from './good-to-know.tsx';
import { Steps } from './steps.tsx';

/**
 * Shows the next steps after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). The steps are the same
 * for everybody.
 */
export function Confirmation({ controller }: { controller: ConfirmationController }) {
  const { element } = useElement();
  const session = useController(controller);
  const checkout = element.attribute('checkout');
  useEffect(() => controller.check(checkout), [controller, checkout]);
  return (
    <ElementFrame>
      <div className="maths-next">
        <Steps token={session?.token} onTokenLeaves={controller.tokenLeaves} />
        <GoodToKnow email={session?.email} />
      </div>
    </ElementFrame>
  );
}
