"""Words of Browser. Those of web pages are their own, in the language of whoever wrote them."""

WORDS = {
    "1 match": ("1 Treffer", "1 个匹配项", "نتيجة واحدة"),
    "Add bookmark": ("Lesezeichen hinzufügen", "添加书签", "إضافة إشارة مرجعية"),
    "Address": ("Adresse", "地址", "العنوان"),
    "Bookmark added": ("Lesezeichen hinzugefügt", "已添加书签", "تمت إضافة الإشارة المرجعية"),
    "Bookmarks": ("Lesezeichen", "书签", "الإشارات المرجعية"),
    "Bookmarks are kept.": ("Lesezeichen bleiben erhalten.", "书签将会保留。", "سيتم الاحتفاظ بالإشارات المرجعية."),
    "Browser": ("Browser", "浏览器", "المتصفّح"),
    "Close tab": ("Tab schließen", "关闭标签页", "إغلاق علامة التبويب"),
    "Edit bookmark": ("Lesezeichen bearbeiten", "修改书签", "تعديل الإشارة المرجعية"),
    "Enter a valid address": ("Gib eine gültige Adresse ein", "请输入有效的网址", "أدخِل عنوانًا صالحًا"),
    "Find in page": ("Auf Seite suchen", "在网页中查找", "البحث في الصفحة"),
    "Go forward": ("Vorwärts", "前进", "الأمام"),
    "Home page": ("Startseite", "主页", "الصفحة الرئيسية"),
    "New tab": ("Neuer Tab", "打开新的标签页", "علامة تبويب جديدة"),
    "No bookmarks": ("Keine Lesezeichen", "没有书签", "لا توجد إشارات مرجعية"),
    "No tabs": ("Keine Tabs", "没有标签页", "لا توجد علامات تبويب"),
    "Open folder": ("Ordner öffnen", "打开文件夹", "فتح المجلد"),
    "Page not found": ("Seite nicht gefunden", "找不到网页", "لم يتم العثور على الصفحة"),
    "Search or type web address": (
        "Suchen oder Webadresse eingeben", "搜索或输入网址", "البحث أو كتابة عنوان ويب"
    ),
    "Tabs": ("Tabs", "标签页", "علامات التبويب"),
    "There is no page at {url}.": ("Unter {url} gibt es keine Seite.", "{url} 没有网页。", "لا توجد صفحة في {url}."),
    "{count} matches": ("{count} Treffer", "{count} 个匹配项", "{count} نتائج"),
    "“{name}” downloaded": ("„{name}“ heruntergeladen", "已下载“{name}”", "تم تنزيل «{name}»"),
}  # fmt: skip
