import { createRoot } from 'react-dom/client';
import SuperTokens, { SuperTokensWrapper } from 'supertokens-auth-react';
import EmailPassword from 'supertokens-auth-react/recipe/emailpassword';
import { EmailPasswordPreBuiltUI } from 'supertokens-auth-react/recipe/emailpassword/prebuiltui';
import Session from 'supertokens-auth-react/recipe/session';
import { AuthPage } from 'supertokens-auth-react/ui';

SuperTokens.init({
  appInfo: {
    appName: 'Bench',
    apiDomain: new URL(CLOUD).origin,
    apiBasePath: '/cloud/supertokens',
    websiteDomain: location.origin,
    websiteBasePath: location.pathname,
  },
  recipeList: [EmailPassword.init(), Session.init()],
});
createRoot(document.getElementById('form')).render(
  <SuperTokensWrapper>
    <AuthPage preBuiltUIList={[EmailPasswordPreBuiltUI]} />
  </SuperTokensWrapper>,
);
