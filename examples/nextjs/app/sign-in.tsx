'use client';

import 'maths-portal/sign-in';
import type {} from 'maths-portal/react';
import { useState } from 'react';

export const SignIn = () => {
  const [userID, setUserID] = useState<string>();
  if (userID !== undefined) return <p>Signed in as {userID}</p>;
  return (
    <maths-sign-in origin="demo" onauth-success={({ detail }) => setUserID(detail.userID)}>
      <a href="https://portal.example/signin">Sign in</a>
    </maths-sign-in>
  );
};
