// A data line that cannot be read, which is no fault of the codec.
export class BadLine extends Error {}

// The answer to a line, or a promise of it; `failed` when the line cannot be read.
export function answerOrFailure(answer, line) {
  try {
    return answer(line);
  } catch (error) {
    if (error instanceof BadLine) return `failed ${error.message}`;
    throw error;
  }
}
