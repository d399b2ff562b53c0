import firebase from 'firebase/compat/app';
import 'firebase/compat/auth';
import * as firebaseui from 'firebaseui';
import 'firebaseui/dist/firebaseui.css';

firebase.initializeApp({ apiKey: 'bench', authDomain: 'bench.example', projectId: 'bench' });
const auth = firebase.auth();
auth.useEmulator(new URL(CLOUD).origin, { disableWarnings: true });
new firebaseui.auth.AuthUI(auth).start('#form', {
  signInOptions: [firebase.auth.EmailAuthProvider.PROVIDER_ID],
  credentialHelper: firebaseui.auth.CredentialHelper.NONE,
});
