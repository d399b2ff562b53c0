'use client';

import 'maths-portal/sign-in';
import type { AuthResult } from 'maths-portal';
import type {} from 'maths-portal/react';
import { useEffect, useState } from 'react';

export const SignIn = () => {
  const [userID, setUserID] = useState<string>();
  // React 19 does not add `onauth-success` to a tag that the server rendered (react/react issue 35446).
  useEffect(() => {
    const signedIn = ({ detail }: CustomEvent<AuthResult>) => setUserID(detail.userID);
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
