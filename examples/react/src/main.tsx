import 'maths-portal/sign-in';
import type {} from 'maths-portal/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const Page = () => {
  const [userID, setUserID] = useState<string>();
  if (userID !== undefined) return <p>Signed in as {userID}</p>;
  return (
    <maths-sign-in origin="demo" onauth-success={({ detail }) => setUserID(detail.userID)}>
      <a href="https://portal.example/signin">Log in</a>
    </maths-sign-in>
  );
};

const root = document.getElementById('app');
if (root !== null) createRoot(root).render(<Page />);
