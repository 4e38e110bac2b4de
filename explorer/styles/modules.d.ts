/** Styles of a library, imported for what the bundler makes of them. */
declare module "*.css";
