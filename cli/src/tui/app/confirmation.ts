/** Brings the client's question for the password to the screen that can ask it. */
export class Confirmation {
  private show: ((answer: (confirmed: boolean) => void) => void) | null = null;

  /** Whether the user confirmed the session; without a screen nobody can. */
  readonly ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.show === null) resolve(false);
      else this.show(resolve);
    });

  /** The screen that asks from now on; answers what takes it away again. */
  asking(show: (answer: (confirmed: boolean) => void) => void): () => void {
    this.show = show;
    return () => {
      this.show = null;
    };
  }
}
