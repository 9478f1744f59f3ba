public class Kiosk {
  static { System.load(System.getProperty("kiosk.library")); }
  static native int serve(int table);
  static int order(int table) { return serve(table) + 1; }
  public static void main(String[] arguments) { System.out.println(order(Integer.parseInt(arguments[0]))); }
}
