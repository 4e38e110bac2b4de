/**
 * Loads a package that is not installed with this one.
 *
 * @param what The feature that needs it, such as `Parquet`.
 * @throws {Error} If it is not installed; the message says how to.
 */
export async function loadOptional<Module>(
  what: string,
  name: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const advice = `Install it beside alphadelta: npm install ${name}`;
    throw new Error(`${what} needs the package ${name}. ${advice}`, { cause: error });
  }
}
