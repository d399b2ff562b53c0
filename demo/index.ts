import { fillPage } from './page.ts';

fillPage('index.title');
