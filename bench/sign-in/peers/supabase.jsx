import { Auth } from '@supabase/auth-ui-react';
import { ThemeSupa } from '@supabase/auth-ui-shared';
import { createClient } from '@supabase/supabase-js';
import { createRoot } from 'react-dom/client';

const client = createClient(`${CLOUD}/supabase`, 'bench');
createRoot(document.getElementById('form')).render(
  <Auth supabaseClient={client} appearance={{ theme: ThemeSupa }} providers={[]} />,
);
