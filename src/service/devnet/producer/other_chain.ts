/** A store holds another chain than the one that is to be opened on it. */
export class OtherChain extends Error {
  override readonly name = "OtherChain";
}
