declare module 'virtual:script/*' {
  const code: string;
  export default code;
}
