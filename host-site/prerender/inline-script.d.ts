declare module 'virtual:script/*' {
  const code: string;
  export default code;
}
declare module 'virtual:module/*' {
  const code: string;
  export default code;
}
