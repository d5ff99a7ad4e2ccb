/** For what does not change, such as a queue's URL: it is asked for once. A look-up that failed is tried again. */
export function rememberAnswers(ask: (key: string) => Promise<string>): (key: string) => Promise<string> {
  const answers = new Map<string, Promise<string>>();
  return async (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    try {
      return await answer;
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
