import { SignIn } from './sign-in';

const Page = () => <SignIn />;

export default Page;
