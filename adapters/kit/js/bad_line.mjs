// A data line that cannot be read, which is no fault of the codec.
export class BadLine extends Error {}
