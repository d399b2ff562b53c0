import { contract } from '../testing/contract.ts';

contract({
  tag: 'maths-reset-password',
  says: { en: 'Send me a link', fr: 'M’envoyer un lien' },
  field: 'input',
});
