import { NO_BODY_MESSAGES } from '../noBodyMessages.ts';

/** Console texts needed before login; the rest of the console uses them too. */
export const login = {
  heading: 'Log in',
  kept: 'What you typed is kept in this browser and will be sent after you log in.',
  forgotten: 'Forgot your password? Ask your review unit to reset it.',
  verify: 'Verify a conclusion',
  logIn: 'Log in',
  loggingIn: 'Logging in…',
  code: 'Verification code',
  codeImage: 'Picture of the verification code',
  newCode: 'See another',
  withoutPicture: 'Without a picture',
  withPicture: 'With a picture',
  working: 'No picture: your computer is solving a task instead; this takes a few seconds.',
  workDone: 'No picture: your computer has solved the task. You can log in.',
  accountRequired: 'please enter the account',
  codeRequired: 'please enter the verification code',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  networkError: (detail: string) => `network error: ${detail}`,
  network: {
    offline: 'this device is offline',
    noAnswer: 'the server did not answer',
    foreign: 'the response did not come from this system',
  },
  serverFailed: 'the server is not available at present',
  requestDenied: NO_BODY_MESSAGES.en.denied,
  errorOccurred: NO_BODY_MESSAGES.en.error,
  invalidRole: 'invalid role',
  retry: 'Try again',
  loading: 'Loading…',
  crashed: 'The page could not be shown',
  crashedNote: 'Check the network, then load the page again.',
  reload: 'Load again',
  footer: { label: 'Links', sponsor: 'Sponsor', organiser: 'Organiser', support: 'Technical support' },
  /** Each language in its own name, whatever the language of the page. */
  languages: { zh: '中文', en: 'English' },
  language: 'Language',
  themes: { light: 'Light', dark: 'Dark' },
};

export type Login = typeof login;
