'use client';

import 'maths-portal/sign-in';
import type { AuthResult } from 'maths-portal';
import type {} from 'maths-portal/react';
import { useEffect, useState } from 'react';

export const SignIn = () => {
  const [userID, setUserID] = useState<string>();
  // React 19 does not add `onauth-success` to a tag that the server rendered (react/react issue 35446).
  useEffect(() => {
    const signedIn = async ({ detail }: CustomEvent<AuthResult>) => {
      // Only what the server has verified counts.
      const answer = await fetch('/api/sign-in', { method: 'POST', body: detail.idToken ?? '' });
      if (answer.ok) setUserID((await answer.json()).userID);
    };
    document.addEventListener('auth-success', signedIn);
    return () => document.removeEventListener('auth-success', signedIn);
  }, []);
  if (userID !== undefined) return <p>Signed in as {userID}</p>;
  return (
    <maths-sign-in origin="demo">
      <a href="https://portal.example/signin">Log in</a>
    </maths-sign-in>
  );
};
