import { Auth0Lock } from 'auth0-lock';

new Auth0Lock('bench', `${CLOUD.replace('http://', '')}/auth0`, {
  container: 'form',
  configurationBaseUrl: `${CLOUD}/auth0`,
  languageBaseUrl: `${CLOUD}/auth0`,
  auth: { redirectUrl: location.href, responseType: 'token' },
}).show();
