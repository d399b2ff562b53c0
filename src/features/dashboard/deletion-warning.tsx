import { brand } from '../../config/brand.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useElement } from '../shared/use-element.ts';

/** The stores' pages about cancelling a subscription. The stores choose the reader's language. */
const help = {
  apple: 'https://support.apple.com/118428',
  google: 'https://support.google.com/googleplay/answer/7018481',
};

export type DeletionWarningProps = { onClose(): void; onGoOn(): void };

/** Explains what a deletion ends, and what it does not end: a subscription that Apple or Google charges for. */
export function DeletionWarning({ onClose, onGoOn }: DeletionWarningProps) {
  const { t } = useElement();
  const newTab = t('common.newTab');
  const mail = (words: string) => <Link href={`mailto:${brand.supportEmail}`}>{words}</Link>;
  return (
    <Dialog heading={t('delete.heading')} onClose={onClose}>
      <p className="maths-lead">{t('delete.text')}</p>
      <Message tone="info" focused={false}>
        {t('delete.stores')}
      </Message>
      <ul className="maths-links">
        <li>
          <Link href={help.apple} newTab={newTab}>
            {t('delete.apple')}
          </Link>
        </li>
        <li>
          <Link href={help.google} newTab={newTab}>
            {t('delete.google')}
          </Link>
        </li>
      </ul>
      <p className="maths-plan-text">
        <RichText text={t('delete.support')} marks={{ mail }} />
      </p>
      <div className="maths-choices">
        <Button look="soft" onClick={onClose}>
          {t('delete.keep')}
        </Button>
        <Button look="danger" onClick={onGoOn}>
          {t('delete.goOn')}
        </Button>
      </div>
    </Dialog>
  );
}
