/** Texts of single sign-on, of the server and of the sign-in page. */
export const signOn = {
  button: (name: string) => (name === '' ? 'Single sign-on' : `Log in with ${name}`),
  opening: 'Opening the sign-on service…',
  cancelled: 'The sign-on service did not log you in. Try again, or log in with account and password.',
  off: 'Single sign-on is not set up. Log in with account and password.',
  away: 'The sign-on service cannot be reached at present. Log in with account and password.',
  ended: 'This sign-on has expired or was started in another window. Start again.',
  refused: "The sign-on service's answer was not accepted. Try again; if that does not help, tell the administrator.",
  unknown: 'There is no account here for your single sign-on. Ask your review unit.',
};

export type SignOnText = typeof signOn;
