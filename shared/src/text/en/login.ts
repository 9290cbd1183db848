/** Texts of the console that are needed before somebody is logged in; the rest of the console shows them too. */
export const login = {
  logIn: 'Log in',
  loggingIn: 'Logging in…',
  code: 'Verification code',
  codeImage: 'Picture of the verification code',
  newCode: 'New code',
  accountRequired: 'please enter the account',
  codeRequired: 'please enter the verification code',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  networkError: (detail: string) => `network error: ${detail}`,
  errorOccurred: 'an error occurred',
  retry: 'Try again',
  loading: 'Loading…',
  crashed: 'The page could not be shown',
  reload: 'Load again',
  /** Each language in its own name, whatever the page's. */
  languages: { zh: '中文', en: 'English' },
  language: 'Language',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark' },
};

export type Login = typeof login;
