/** A file that was written. */
export interface BuiltFile {
  readonly name: string
  readonly bytes: number
  /** 64 lower-case hex digits. */
  readonly sha256: string
}

/** Writes the files of the verifier to a folder, which is made where it is missing. */
export declare const buildVerifier: (target: string) => Promise<ReadonlyArray<BuiltFile>>
