import { contract } from './contract.ts';

contract({
  tag: 'maths-sign-up',
  attributes: { origin: 'demo' },
  says: { en: 'Create your account', fr: 'Créer votre compte' },
  field: '[name=email]',
});

contract({
  tag: 'maths-reset-password',
  says: { en: 'Send me a link', fr: 'M’envoyer un lien' },
  field: 'input',
});

contract({
  tag: 'maths-classroom',
  attributes: { 'classroom-id': 'AbCdEfGhIjKlMnOpQrStUv' },
  says: { en: 'Refresh', fr: 'Actualiser' },
  field: '.maths-tool',
});
