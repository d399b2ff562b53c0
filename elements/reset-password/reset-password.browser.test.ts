import { contract } from '../testing/contract.ts';

contract({
  tag: 'maths-reset-password',
  says: { en: 'Send me a new link', fr: 'M’envoyer un nouveau lien' },
  field: 'input',
});
